import type { texts as english } from '../en/drive-offline.ts'

export const texts: Record<keyof typeof english, string> = {
  'offline.note': 'Anda di luar talian. Inilah keadaan terakhirnya: {when}.',
  'offline.now': 'Anda di luar talian. Senarai terakhir dipaparkan.',
  'offline.reason': 'Tiada apa-apa boleh diubah sehingga sambungan pulih.',
  'offline.again': 'Cuba lagi',
  'update.title': 'Versi baharu Awan sudah sedia',
  'update.now': 'Muat semula',

  'session.ended': 'Anda telah log keluar',
  'session.ended.text':
    'Ia berlaku di tab lain, pada peranti lain, atau kerana sesi tamat. Log masuk untuk meneruskan.',
}
