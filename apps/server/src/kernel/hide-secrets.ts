/** Fields with one of these names are hidden at any depth of a logged object. */
const SECRET_NAMES = new Set([
  'password',
  'new_password',
  'access_token',
  'refresh_token',
  'verification_token',
  'verification_code',
  'sudo_token',
  'two_factor_token',
  'two_factor_code',
  'two_factor_recovery_code',
  'device_trust_token',
  'setup_token',
  'recovery_codes',
  'captcha_token',
  'restore_token',
  'anonymous_token',
  'client_secret',
  'code_verifier',
  'device_code',
  'id_token',
  'signin_token',
  'id_token',
  'code_verifier',
  'provider_trans_token',
  'provider_code',
  'provider_token',
  'authorization',
  'cookie',
  'token',
  'secret',
])

const HIDDEN = '[hidden]'
const MAX_DEPTH = 5

/**
 * A copy of a logged object without its secrets. By hand, since the logger's own redaction by
 * wildcards took longer than the request that it told of.
 */
export function hideSecrets(logged: Record<string, unknown>): Record<string, unknown> {
  return copy(logged, MAX_DEPTH) as Record<string, unknown>
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth === 0) return '[deep]'
  if (Array.isArray(value)) return value.map((each) => copy(each, depth - 1))
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value
  const shown: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    shown[name] = SECRET_NAMES.has(name.toLowerCase()) ? HIDDEN : copy(field, depth - 1)
  }
  return shown
}
