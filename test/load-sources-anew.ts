/**
 * Vitest setup file: each test file loads the sources anew, so that no state of a module outlives its file. The
 * libraries of `node_modules` are loaded once for each worker.
 */
import { vi } from "vitest"

vi.resetModules()
