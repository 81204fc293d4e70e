import type { BodySent, Endpoint } from '@awan/protocol'

/** What a caller gives of a call's body: the client adds who it is. */
export type Payload<E extends Endpoint> = Omit<BodySent<E>, 'client_id' | 'client_secret'>
