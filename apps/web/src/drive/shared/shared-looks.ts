/** The name of what is shared leads to it. */
export const nameLink = 'rounded-sm underline-offset-2 hover:underline'
