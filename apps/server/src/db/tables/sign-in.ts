/** One way to give a second proof. */
export interface TwoFactorRow {
  sub: string
  method: 'TOTP' | 'SMS' | 'EMAIL' | 'PASSKEY'
  /** Sealed; TOTP alone has one. */
  secret: string | null
  /** Since when it is asked for. */
  confirmed_at: number | null
  /** The last TOTP step that was used: it and those before it work no more. */
  last_step: number | null
  created_at: number
}

export interface RecoveryCodeRow {
  sub: string
  hash: string
  used_at: number | null
}

export interface PasskeyRow {
  /** The credential id, base64url. */
  id: string
  sub: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** JSON list. */
  transports: string
  name: string
  is_backed_up: number
  created_at: number
  last_used_at: number | null
}

/** A device that may skip the second step for a while. */
export interface TrustedDeviceRow {
  id: string
  sub: string
  device_id: string
  token_hash: string
  name: string | null
  created_at: number
  last_used_at: number
  expires_at: number
}

/** A third party that an administrator has set up; those in the environment are not rows. */
export interface ProviderSettingsRow {
  id: string
  /** JSON; its secret is sealed. */
  settings: string
  is_enabled: number
  updated_at: number
}

export interface ProviderLinkRow {
  provider_id: string
  provider_user_id: string
  sub: string
  name: string | null
  created_at: number
}

/** Somebody is at a third party's page and will come back with this state, once. */
export interface ProviderStateRow {
  hash: string
  provider_id: string
  client_id: string
  device_id: string | null
  redirect_uri: string
  nonce: string
  /** Sealed; null when the caller keeps its own. */
  code_verifier: string | null
  expires_at: number
  used_at: number | null
}

export interface ProviderTokenRow {
  hash: string
  provider_id: string
  provider_user_id: string
  /** JSON. */
  profile: string
  expires_at: number
  used_at: number | null
}

export interface DeviceCodeRow {
  hash: string
  user_code: string
  client_id: string
  scope: string
  /** JSON: what the approving person is shown. */
  meta: string
  state: 'WAITING_CONNECT' | 'WAITING_CONSENT' | 'ACCOMPLISHED' | 'ACCESS_DENIED'
  sub: string | null
  interval_ms: number
  polled_at: number | null
  created_at: number
  expires_at: number
  used_at: number | null
  /** The session in which the person agreed. */
  source_session_id: string | null
}
