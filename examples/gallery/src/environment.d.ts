/** The types of Vite's client. */
/// <reference types="vite/client" />
