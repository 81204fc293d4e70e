/** What a person is reached by. */
export type ContactKind = 'email' | 'phone'
