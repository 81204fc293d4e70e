/** Request headers of the account family; a server reads them case-insensitively and needs none. */
export const headers = {
  clientId: 'x-client-id',
  sdkVersion: 'x-sdk-version',
  protocolVersion: 'x-protocol-version',
  deviceId: 'x-device-id',
  deviceSign: 'x-device-sign',
  deviceName: 'x-device-name',
  requestId: 'x-request-id',
  captchaToken: 'x-captcha-token',
  sudoToken: 'x-sudo-token',
  action: 'x-action',
  blockHashes: 'x-block-hashes',
} as const

export const SDK_VERSION = '8.1.4'
export const PROTOCOL_VERSION = '301'
