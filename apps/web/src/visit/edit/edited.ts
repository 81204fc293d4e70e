import type { File } from '@awan/protocol/drive'

import type { SeenFile } from '../../drive/actions/change-seen.ts'

/** What is renamed, moved or put into the trash, as the visitor saw it. */
export type Edited = SeenFile & Pick<File, 'kind' | 'parent_id' | 'capabilities'>
