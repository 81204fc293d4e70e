import { BLOCK_BYTES } from '@awan/protocol'

/**
 * Far more than people pack. All records are looked at before the first file is made, which takes about a second for so
 * many, and two numbers of each are in memory meanwhile.
 */
export const MAX_ENTRIES = 100_000

/** So many records with long names. It is read piece by piece: what is bounded is the time, not the memory. */
export const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024

/**
 * Names in paths that are not those of the entry before: how many files and folders can come of it at most. Without it
 * each entry could bring as many folders as a path is deep.
 */
export const MAX_NAMES = 1_000_000

/** What fits into one block is unpacked in memory and stored in groups; anything larger goes through an upload. */
export const SMALL_ENTRY_BYTES = BLOCK_BYTES

/** So many entries a step makes, as a copy does, with so many names; and so many bytes of contents are in memory for it. */
export const GROUP_ENTRIES = 200
export const GROUP_NAMES = 2_000
export const GROUP_BYTES = 8 * 1024 * 1024
