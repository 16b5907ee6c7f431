/** Renders the console into the page at the root of the service. */
import { createRoot } from "react-dom/client"
import "./styles/console.css"
import { Console } from "./frame/console.tsx"

const root = document.getElementById("console")
if (root !== null) createRoot(root).render(<Console />)
