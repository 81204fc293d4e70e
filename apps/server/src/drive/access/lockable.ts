export interface Lockable {
  /** A lock holds it; absent where none does, and where nobody asked. */
  is_locked?: boolean
}
