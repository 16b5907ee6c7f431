/** A self-signed certificate of 127.0.0.1 for TLS servers in tests. */
import { Effect } from "effect"
import { getCACertificates, setDefaultCACertificates } from "node:tls"

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZq+Z8jp3oCXQu8/X
1yzzKPHYFvS3DZntNRqnritD0zihRANCAAS2vb9Dn0wjNssrB4IDuZZQfysUczrF
ryX7H5MZGOoGzwA5LRVZtuMrjgUOjtrZCNJhwJDTtD0SSz9Za9UwgNRl
-----END PRIVATE KEY-----
`

export const cert = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUD6rXcQG4FNvX4Sgwp/YHkrj1RoowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMzIxMTgyN1oYDzIxMjYxMDMw
MjExODI3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS2vb9Dn0wjNssrB4IDuZZQfysUczrFryX7H5MZGOoGzwA5LRVZtuMr
jgUOjtrZCNJhwJDTtD0SSz9Za9UwgNRlo2QwYjAdBgNVHQ4EFgQUQbb5CW3zHFp6
u2pS0fdFXKtSSRQwHwYDVR0jBBgwFoAUQbb5CW3zHFp6u2pS0fdFXKtSSRQwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IGBdfZNZ8GVRyTeB2UHth6uXrMyxrhVlTlTJODs91wOBAiEAsuLsCat+33u5ZhDw
Aae0FYxAdWKvDFMJabEvpxP0gRg=
-----END CERTIFICATE-----
`

/** Trusts the certificate in this process until the scope closes. */
export const trustCertificate = Effect.acquireRelease(
  Effect.sync(() => {
    const before = getCACertificates("default")
    setDefaultCACertificates([...before, cert])
    return before
  }),
  (before) => Effect.sync(() => setDefaultCACertificates(before))
)
