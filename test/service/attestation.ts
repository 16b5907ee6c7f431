/**
 * The certificate and the key with which the vendor of an authenticator signs attestations (WebAuthn Level 3, section
 * 8.2.1). Generated for these tests; valid until 2120.
 */
import { createPrivateKey } from "node:crypto"

export const attestationCertificate = new Uint8Array(
  Buffer.from(
    "MIIB5jCCAYygAwIBAgIBATAKBggqhkjOPQQDAjBjMQswCQYDVQQGEwJTRTEQMA4GA1UECgwHRXhhbXBsZTEiMCAGA1UECwwZQXV0" +
      "aGVudGljYXRvciBBdHRlc3RhdGlvbjEeMBwGA1UEAwwVQXR0ZXN0YXRpb24gb2YgYSB0ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIx" +
      "MjAwMTAxMDAwMDAwWjBjMQswCQYDVQQGEwJTRTEQMA4GA1UECgwHRXhhbXBsZTEiMCAGA1UECwwZQXV0aGVudGljYXRvciBBdHRl" +
      "c3RhdGlvbjEeMBwGA1UEAwwVQXR0ZXN0YXRpb24gb2YgYSB0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/UirqB+9KvoB" +
      "eXx8ZYWgnDhQLuY0akaD3MgqjmnTb+qILM4OTkLk5xzh5GJbic0GSfFfZsb7zQd2gfvHfh8PhaMvMC0wDAYDVR0TAQH/BAIwADAd" +
      "BgNVHQ4EFgQUbEfESY0n5NxVJHa3yA18Iy2r1OswCgYIKoZIzj0EAwIDSAAwRQIhAP592cWrTleU06h8aUaUwG8PMTAjj8/03D0F" +
      "nKNI8Fi4AiBJOQ+bOvEPwUDkUfshB8xPEyEJmKmRoYXjOr59qDMM/g==",
    "base64"
  )
)

export const attestationKey = createPrivateKey({
  key: Buffer.from(
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ7GdqIYx01VNUMVu4a+dnX+NeMCeeIjOn8Uc4jJopf2hRANCAAT9" +
      "SKuoH70q+gF5fHxlhaCcOFAu5jRqRoPcyCqOadNv6ogszg5OQuTnHOHkYluJzQZJ8V9mxvvNB3aB+8d+Hw+F",
    "base64"
  ),
  format: "der",
  type: "pkcs8"
})
