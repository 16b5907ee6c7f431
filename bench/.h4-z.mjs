import { build } from "vite"
import { gzipSync } from "node:zlib"
import { join } from "node:path"
const root="/work/wt-h4"
export async function size(code, external=[]){
const entry=join(root,"bench","program-y.js")
const r=await build({configFile:false,root,logLevel:"error",publicDir:false,
 plugins:[{name:"p",enforce:"pre",resolveId:id=>id===entry?id:undefined,load:id=>id===entry?code:undefined}],
 build:{write:false,target:"es2022",minify:true,modulePreload:false,rolldownOptions:{input:entry,external}}})
const out=(Array.isArray(r)?r:[r]).flatMap(o=>o.output)
return out.map(o=>[o.fileName,o.code.length,gzipSync(o.code,{level:9}).length,Object.entries(o.modules).sort((a,b)=>b[1].renderedLength-a[1].renderedLength).slice(0,30).map(([k,v])=>k.replace(/.*node_modules/,"~")+":"+v.renderedLength).join(" ")])}
console.log(await size(`import { ZxcvbnFactory } from "@zxcvbn-ts/core"; globalThis.z=(d,g)=>new ZxcvbnFactory({dictionary:d,graphs:g})`))
console.log(await size(`import { createFormControl } from "react-hook-form"; globalThis.z=createFormControl`,["react"]))
console.log(await size(`import * as A from "react-hook-form"; globalThis.z=A`,["react"]))
console.log(await size(`import {startAuthentication,startRegistration} from "@simplewebauthn/browser"; globalThis.z=[startAuthentication,startRegistration]`,["react"]))
console.log(await size(`import {encode} from "uqr"; globalThis.z=encode`))
console.log(await size(`import {OTPInput} from "input-otp"; globalThis.z=OTPInput`,["react"]))
