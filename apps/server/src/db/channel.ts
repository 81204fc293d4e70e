/**
 * Messages between the processes that share a database. One may be lost with a connection, so a
 * listener also checks the database now and then.
 */
export interface Channel extends AsyncDisposable {
  /** Tells all processes, this one included. It does not wait, and equal words travel once. */
  send(word: string): void
  /** Begins to hear, and goes on until the channel is closed. */
  listen(listener: Listener): void
}

export interface Listener {
  hear(word: string): void
  /** Words may have been lost. */
  missed(): void
}
