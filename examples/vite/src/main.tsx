/** Starts the application. */
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { BrowserRouter } from "react-router"
import "keystile/react/styles.css"
import { App } from "./app.tsx"
import "./styles.css"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no element with the id `root`.")

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)
