/** ENT-18: what kind of contact a message goes to. */
export const contactKinds = { UNKNOWN: 0, PHONE: 1, EMAIL: 2, INAPP: 3 } as const
export type ContactKind = keyof typeof contactKinds
