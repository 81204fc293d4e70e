/** What a messenger needs of a window that it listens on; `window` is one. */
export interface MessageWindow {
  addEventListener(type: 'message', listener: (event: WindowMessage) => void): void
  removeEventListener(type: 'message', listener: (event: WindowMessage) => void): void
}

/** What a messenger needs of a window that it posts to: an opener, a parent, a frame, a pop-up. */
export interface MessageTarget {
  postMessage(message: string, targetOrigin: string): void
}

/** What a window says about something that was posted to it; anybody may have posted anything. */
export interface WindowMessage {
  readonly data: unknown
  readonly origin: string
  readonly source?: unknown
}

/** A message whose origin and form are checked; what its data holds is for the listener to check. */
export interface IncomingMessage {
  readonly type: string
  readonly data: unknown
  readonly origin: string
  /** Where an answer goes; null when the window that posted it is gone. */
  readonly source: MessageTarget | null
}
