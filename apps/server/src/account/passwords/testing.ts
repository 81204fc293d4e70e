import { createArgon2id } from './password-hashing.ts'

/** The least that argon2id allows, for tests in which people have passwords and nobody guesses them. */
export const cheapHashing = createArgon2id({ memoryKib: 8, passes: 1 })
