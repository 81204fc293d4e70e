/** Blocks of this size are hashed, verified and resumed one by one. */
export const BLOCK_BYTES = 4 * 1024 * 1024

/** No request need be larger than this: proxies and hosts cap what passes through them. */
export const MAX_REQUEST_BYTES = 64 * 1024 * 1024

/** Names the top folder of one's own drive wherever a folder id is asked for. */
export const ROOT_ID = 'root'

/** A picture of a person: a small square is enough for a face. */
export const MAX_PICTURE_BYTES = 64 * 1024

/** A bundle carries so many files and folders at most; each file is one block at most. */
export const MAX_BUNDLE_ENTRIES = 5000

/** CON-18: a user agent is cut here before it is read. */
export const MAX_USER_AGENT_LENGTH = 500

/** A file or folder has no more tags, and a tag no more characters. */
export const MAX_TAGS = 20
export const MAX_TAG_CHARACTERS = 64

/** So many files and folders get names of their own with one call, and of so many a call tells whether they could. */
export const MAX_RENAMES = 10_000
export const MAX_CHECKED_RENAMES = 1_000

/** So many hits of a search are counted, and sorted by something else than how well they match. */
export const MAX_SORTED_HITS = 1_000

/** A user has so many saved searches at most. */
export const MAX_SAVED_SEARCHES = 100
