export { type AccessQuestion, createInbox, type Inbox, type InboxQuery } from './inbox.ts'
export { createOffers, type NewOffer, type OfferPlace, type Offers } from './offers.ts'
export { countUnread } from './unread.ts'
