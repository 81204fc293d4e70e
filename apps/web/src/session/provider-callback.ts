/** Where third parties send people back to, as operators register it: docs/operate/providers.md. */
export const PROVIDER_CALLBACK_PATH = '/provider-callback'
