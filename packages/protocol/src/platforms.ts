/** ENT-19: the platforms that the product runs on, as the wire numbers them. */
export const platformCodes = { PC: 0, WEB: 1, WAP: 3, MAC: 4, ANDROID: 10, LINUX: 12 } as const
export type Platform = keyof typeof platformCodes

/** CON-21: the default is the web. */
export const DEFAULT_PLATFORM_CODE = platformCodes.WEB
