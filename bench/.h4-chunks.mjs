// chunk table of the handler from dist
import { build } from "vite"
import { gzipSync } from "node:zlib"
import { join } from "node:path"
import { packageEntries } from "/work/wt-h4/scripts/entries.mjs"
import { writeFileSync, mkdirSync } from "node:fs"
const root="/work/wt-h4"
const entry=join(root,"bench","program-x.js")
const what=process.argv[2]??"Handler"
const code=`import { createElement } from "react"
import { ${what}, KeystileProvider } from "keystile/react"
import "keystile/react/styles.css"
globalThis.page = () => createElement(KeystileProvider, {projectId:"internal",publishableClientKey:"pck_1",tokenStore:"cookie"}, createElement(${what}))`
const r=await build({configFile:false,root,logLevel:"error",publicDir:false,oxc:{jsx:{runtime:"automatic"}},
 resolve:{alias:packageEntries(root).map(({built,name})=>({find:new RegExp(`^${name.replaceAll(".","\\.")}$`),replacement:join(root,built)}))},
 plugins:[{name:"p",enforce:"pre",resolveId:id=>id===entry?id:undefined,load:id=>id===entry?code:undefined}],
 build:{write:false,target:"es2022",minify:process.argv[3]!=="raw",cssMinify:true,modulePreload:false,rolldownOptions:{input:entry,external:[/^react(?:-dom)?(?:\/|$)/]}}})
const out=(Array.isArray(r)?r:[r]).flatMap(o=>o.output)
const z=s=>gzipSync(s,{level:9}).length
mkdirSync("/tmp/w/h4out",{recursive:true})
let total=0
const rows=[]
for(const o of out){const t=o.type==="chunk"?o.code:o.source; const n=z(t); total+=n
 writeFileSync("/tmp/w/h4out/"+o.fileName.replaceAll("/","_"),t)
 rows.push([n,t.length,o.fileName,o.type==="chunk"?Object.entries(o.modules).sort((a,b)=>b[1].renderedLength-a[1].renderedLength).slice(0,+(process.argv[4]??8)).map(([k,v])=>k.replace(root+"/","").replace("node_modules/","~").replace("dist/","")+":"+v.renderedLength).join(" "):""])}
rows.sort((a,b)=>b[0]-a[0])
for(const x of rows)console.log(x.join("\t"))
console.log(total, rows.length)
