import { UserManager } from 'oidc-client-ts'

globalThis.client = new UserManager({
  authority: 'https://app.example.org',
  client_id: 'app',
  redirect_uri: 'https://app.example.org/signed-in',
})
