import type { UserRow } from '../../db/tables.ts'

/** A row with what is known at the beginning; the rest is for the person to tell. */
export function newUser(
  known: Pick<UserRow, 'sub' | 'name' | 'locale' | 'created_from'> & Partial<UserRow>,
  nowMs: number,
): UserRow {
  return {
    username: null,
    email: null,
    email_verified: 0,
    phone_number: null,
    picture: null,
    password_hash: null,
    password_updated_at: known.password_hash === undefined ? null : nowMs,
    password_reset_by: null,
    status: 'ACTIVE',
    is_admin: 0,
    created_at: nowMs,
    updated_at: nowMs,
    gender: null,
    birthdate: null,
    zoneinfo: null,
    address: null,
    password_reset_required: 0,
    deletion_due_at: null,
    deletion_is_final: 0,
    ...known,
  }
}
