/** What becomes of a person's saved searches when the person leaves, or moves in. */
export { deleteSavedSearchesOf, handOverSavedSearches } from './saved-searches.store.ts'
