/** What Vite gives to a page. */
/// <reference types="vite/client" />
