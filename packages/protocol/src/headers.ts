/** Request headers of the account family; a server reads them case-insensitively and needs none. */
export const headers = {
  clientId: 'x-client-id',
  sdkVersion: 'x-sdk-version',
  protocolVersion: 'x-protocol-version',
  requestId: 'x-request-id',
  captchaToken: 'x-captcha-token',
  sudoToken: 'x-sudo-token',
  action: 'x-action',
  blockHashes: 'x-block-hashes',
  /** When a content was last changed by its author: RFC 3339 or a date of HTTP. */
  modifiedTime: 'x-modified-time',
  /** With `continue`, what is saved takes the place of the sender's last version: both are one writing. */
  writing: 'x-writing',
  /** A call that is repeated with the same key is done once. */
  idempotencyKey: 'idempotency-key',
  // ENT-20: what a client may say about itself.
  clientVersion: 'x-client-version',
  deviceName: 'x-device-name',
  deviceModel: 'x-device-model',
  networkType: 'x-net-work-type',
  osVersion: 'x-os-version',
  platformVersion: 'x-platform-version',
  providerName: 'x-provider-name',
  deviceId: 'x-device-id',
  deviceSign: 'x-device-sign',
  channelId: 'x-channel-id',
  peerId: 'x-peer-id',
} as const

export const SDK_VERSION = '8.1.4'
export const PROTOCOL_VERSION = '301'
