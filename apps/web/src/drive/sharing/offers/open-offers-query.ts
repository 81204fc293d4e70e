/** How all queries about offers begin. */
export const OFFERS = ['drive', 'offers']
