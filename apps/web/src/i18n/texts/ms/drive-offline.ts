import type { texts as english } from '../en/drive-offline.ts'

export const texts: Record<keyof typeof english, string> = {
  'offline.note': 'Anda di luar talian. Inilah keadaan terakhirnya: {when}.',
  'offline.again': 'Cuba lagi',
  'update.title': 'Versi baharu Awan sudah sedia',
  'update.now': 'Muat semula',
}
