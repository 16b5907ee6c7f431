/** The native modules of the session: the keychain, the system browser and passkeys. */
import * as SecureStore from "expo-secure-store"
import * as WebBrowser from "expo-web-browser"
import * as Passkeys from "react-native-passkeys"
import type { NativeModules } from "./session.ts"

export const native: NativeModules = {
  storage: {
    getItem: (key) => SecureStore.getItemAsync(key),
    setItem: (key, text) => SecureStore.setItemAsync(key, text),
    removeItem: (key) => SecureStore.deleteItemAsync(key)
  },
  openBrowser: (url) => WebBrowser.openBrowserAsync(url),
  closeBrowser: () => WebBrowser.dismissBrowser(),
  // On Android, the project has to list the origin of the app.
  passkeys: Passkeys.isSupported()
    ? {
        create: (options) => Passkeys.create(options as unknown as Parameters<typeof Passkeys.create>[0]),
        get: (options) => Passkeys.get(options as unknown as Parameters<typeof Passkeys.get>[0])
      }
    : null
}
