/**
 * Every error of the product: its name on the wire, its number, and the HTTP status that carries it.
 * The texts per language live in `messages/`; their type is derived from this table, so that an
 * error without its message does not compile.
 */
export const catalogue = {
  cancelled: { code: 1, status: 499 },
  unknown: { code: 2, status: 500 },
  invalid_argument: { code: 3, status: 400 },
  deadline_exceeded: { code: 4, status: 504 },
  not_found: { code: 5, status: 404 },
  already_exists: { code: 6, status: 409 },
  permission_denied: { code: 7, status: 403 },
  resource_exhausted: { code: 8, status: 429 },
  failed_precondition: { code: 9, status: 412 },
  aborted: { code: 10, status: 409 },
  out_of_range: { code: 11, status: 416 },
  unimplemented: { code: 12, status: 501 },
  internal: { code: 13, status: 500 },
  unavailable: { code: 14, status: 503 },
  data_loss: { code: 15, status: 500 },
  unauthenticated: { code: 16, status: 401 },

  cannot_unlock: { code: 38, status: 403 },
  account_freeze: { code: 50, status: 403 },

  captcha_required: { code: 4001, status: 400 },
  captcha_invalid: { code: 4002, status: 400 },
  invalid_password: { code: 4010, status: 400 },
  invalid_status: { code: 4011, status: 403 },
  user_pending: { code: 4012, status: 403 },
  user_blocked: { code: 4013, status: 403 },
  invalid_verification_code: { code: 4014, status: 400 },
  two_factor_required: { code: 4015, status: 400 },
  invalid_two_factor: { code: 4016, status: 400 },
  invalid_two_factor_recovery: { code: 4017, status: 400 },
  under_review: { code: 4018, status: 403 },
  provider_error: { code: 4019, status: 502 },
  validate_required: { code: 4020, status: 400 },
  password_reset_required: { code: 4021, status: 403 },
  invalid_account_or_password: { code: 4022, status: 400 },
  user_not_exist: { code: 4023, status: 400 },
  expired_verification_code: { code: 4024, status: 400 },

  interaction_required: { code: 4031, status: 400 },
  login_required: { code: 4032, status: 401 },
  account_selection_required: { code: 4033, status: 400 },
  consent_required: { code: 4034, status: 400 },
  invalid_request_uri: { code: 4035, status: 400 },
  invalid_request_object: { code: 4036, status: 400 },
  request_not_supported: { code: 4037, status: 400 },
  request_uri_not_supported: { code: 4038, status: 400 },
  registration_not_supported: { code: 4039, status: 400 },

  authorization_pending: { code: 4050, status: 400 },
  slow_down: { code: 4051, status: 400 },
  expired_token: { code: 4052, status: 400 },

  invalid_request: { code: 4121, status: 400 },
  unauthorized_client: { code: 4122, status: 400 },
  access_denied: { code: 4123, status: 403 },
  unsupported_response_type: { code: 4124, status: 400 },
  invalid_scope: { code: 4125, status: 400 },
  invalid_grant: { code: 4126, status: 400 },

  server_error: { code: 5026, status: 500 },
  temporarily_unavailable: { code: 5027, status: 503 },

  unreachable: { code: 8000, status: 503 },
  local: { code: 8001, status: 400 },
  // ERR-67, ERR-68: the rules number these two without naming them; the names are ours and never
  // cross the wire.
  local_third_party: { code: 8002, status: 400 },
  local_provider_account: { code: 8003, status: 400 },
} as const satisfies Record<string, { code: number; status: number }>

export type ErrorName = keyof typeof catalogue
export type ErrorCode = (typeof catalogue)[ErrorName]['code']

/** ERR-9: the number of success. It has a text like the others, but it is no error. */
export const SUCCESS_CODE = 0

export function isErrorName(name: unknown): name is ErrorName {
  return typeof name === 'string' && Object.hasOwn(catalogue, name)
}
