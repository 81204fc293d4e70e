/** A password with which a program opens files; see decision 045. */
export interface AppPasswordRow {
  id: string
  sub: string
  /** A keyed hash. */
  hash: string
  name: string
  read_only: number
  /** Both or neither: the one folder that it opens. */
  folder_drive_id: string | null
  folder_id: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  last_address: string | null
  last_user_agent: string | null
}

/** An app of somebody else, registered by an administrator. */
export interface AppRow {
  id: string
  name: string
  description: string | null
  picture: string | null
  url: string | null
  /** JSON list; compared letter by letter. */
  redirect_uris: string
  sign_out_uris: string
  /** All that it may ever ask for, space-separated. */
  scope: string
  /** SHA-256; a public client has none. */
  secret_hash: string | null
  /** How its ID tokens are signed. */
  id_token_alg: 'RS256' | 'ES256'
  requires_pkce: number
  is_enabled: number
  created_by: string
  created_at: number
  updated_at: number
}

/** What a person has allowed an app. */
export interface AppGrantRow {
  sub: string
  client_id: string
  scope: string
  created_at: number
  last_used_at: number
}

export interface AuthorizationCodeRow {
  hash: string
  client_id: string
  sub: string
  redirect_uri: string
  scope: string
  /** S256; empty where the app need not use PKCE and did not. */
  code_challenge: string
  nonce: string | null
  /** The session that the code was exchanged for: it ends when the code comes again. */
  session_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
  /** The session in which the person agreed. */
  source_session_id: string | null
}

/** A program that waits for a person to let it in, until it has its password. */
export interface AppLoginRow {
  /** Of the token in the address of the page. */
  page_hash: string
  /** Of the token of the program; null for one to which the browser brings the password. */
  poll_hash: string | null
  name: string
  address: string
  user_agent: string | null
  /** Who has agreed, */
  sub: string | null
  /** and in which session. */
  session_id: string | null
  created_at: number
  expires_at: number
}
