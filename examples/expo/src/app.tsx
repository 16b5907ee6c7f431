/** The screens: sign-in, and who is signed in. */
import { useEffect, useState } from "react"
import { ActivityIndicator, Button, Linking, SafeAreaView, StyleSheet, Text, TextInput, View } from "react-native"
import { native } from "./native.ts"
import { makeSession, type User } from "./session.ts"

const session = makeSession(
  {
    baseUrl: process.env.EXPO_PUBLIC_KEYSTILE_URL,
    projectId: process.env.EXPO_PUBLIC_KEYSTILE_PROJECT_ID,
    publishableClientKey: process.env.EXPO_PUBLIC_KEYSTILE_PUBLISHABLE_CLIENT_KEY,
    appUrl: process.env.EXPO_PUBLIC_APP_URL ?? "http://localhost:5173"
  },
  native
)

export const App = () => {
  const [user, setUser] = useState<User | null>()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const readUser = () =>
    session.readUser().then(setUser, (error: unknown) => {
      setUser(null)
      setProblem(error instanceof Error ? error.message : String(error))
    })
  useEffect(() => void readUser(), [])

  // The code of a link that resets the password, until the user has chosen a new one.
  const [resetCode, setResetCode] = useState<string | null>(null)
  const openLink = async (url: string | null) => {
    const link = url === null ? null : await session.openLink(url)
    if (link === null) return
    if (link.page === "password-reset") return setResetCode(link.code)
    setProblem(link.problem)
    await readUser()
  }
  useEffect(() => {
    // The link that started the app, and links while it runs.
    void Linking.getInitialURL().then(openLink)
    const subscription = Linking.addEventListener("url", ({ url }) => void openLink(url))
    return () => subscription.remove()
  }, [])

  const act = async (action: () => Promise<string | null>) => {
    setBusy(true)
    setProblem(await action())
    await readUser()
    setBusy(false)
  }

  return (
    <SafeAreaView style={styles.page}>
      <Text style={styles.title}>Orchard</Text>
      {user === undefined || isBusy ? (
        <ActivityIndicator />
      ) : resetCode !== null ? (
        <NewPassword
          onCancel={() => {
            setProblem(null)
            setResetCode(null)
          }}
          onPassword={(password) =>
            act(async () => {
              const problem = await session.resetPassword(resetCode, password)
              // A refused password can be entered again.
              if (problem === null) setResetCode(null)
              return problem
            })
          }
        />
      ) : user === null ? (
        <SignIn act={act} />
      ) : (
        <Home act={act} user={user} />
      )}
      {problem !== null && <Text accessibilityRole="alert">{problem}</Text>}
    </SafeAreaView>
  )
}

interface ActionRunner {
  readonly act: (action: () => Promise<string | null>) => Promise<void>
}

const SignIn = ({ act }: ActionRunner) => {
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  return (
    <View style={styles.form}>
      <TextInput
        accessibilityLabel="Email"
        autoCapitalize="none"
        autoComplete="email"
        inputMode="email"
        onChangeText={setEmail}
        placeholder="Email"
        style={styles.field}
        value={email}
      />
      <TextInput
        accessibilityLabel="Password"
        autoComplete="current-password"
        onChangeText={setPassword}
        placeholder="Password"
        secureTextEntry
        style={styles.field}
        value={password}
      />
      <Button title="Sign in" onPress={() => void act(() => session.signIn(email, password))} />
      <Button title="Sign up" onPress={() => void act(() => session.signUp(email, password))} />
      <Button title="Mail me a link" onPress={() => void act(() => session.sendMagicLink(email))} />
      <Button title="Reset the password" onPress={() => void act(() => session.sendPasswordReset(email))} />
      <Button title="Continue in the browser" onPress={() => void act(() => session.signInInBrowser())} />
      {native.passkeys && <Button title="Use a passkey" onPress={() => void act(session.signInWithPasskey)} />}
    </View>
  )
}

interface NewPasswordProps {
  /** Also leaves the form of a link that has expired. */
  readonly onCancel: () => void
  readonly onPassword: (password: string) => void
}

const NewPassword = ({ onCancel, onPassword }: NewPasswordProps) => {
  const [password, setPassword] = useState("")
  return (
    <View style={styles.form}>
      <TextInput
        accessibilityLabel="New password"
        autoComplete="new-password"
        onChangeText={setPassword}
        placeholder="New password"
        secureTextEntry
        style={styles.field}
        value={password}
      />
      <Button title="Set the password" onPress={() => onPassword(password)} />
      <Button title="Cancel" onPress={onCancel} />
    </View>
  )
}

const Home = ({ act, user }: ActionRunner & { readonly user: User }) => (
  <View style={styles.form}>
    <Text>Signed in as {user.email ?? user.id}</Text>
    {native.passkeys && <Button title="Add a passkey" onPress={() => void act(session.addPasskey)} />}
    <Button title="Sign out" onPress={() => void act(session.signOut)} />
  </View>
)

const styles = StyleSheet.create({
  page: { flex: 1, gap: 16, padding: 24 },
  title: { fontSize: 24, fontWeight: "600" },
  form: { gap: 12 },
  field: { borderColor: "#8a8a8a", borderRadius: 8, borderWidth: 1, padding: 12 }
})
