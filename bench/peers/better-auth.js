import { createAuthClient } from 'better-auth/client'

globalThis.client = createAuthClient({ baseURL: 'https://app.example.org' })
