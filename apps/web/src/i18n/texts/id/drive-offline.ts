import type { texts as english } from '../en/drive-offline.ts'

export const texts: Record<keyof typeof english, string> = {
  'offline.note': 'Anda sedang offline. Begini keadaannya terakhir: {when}.',
  'offline.now': 'Anda sedang offline. Daftar terakhir yang ditampilkan.',
  'offline.reason': 'Tidak ada yang dapat diubah sampai koneksi pulih.',
  'offline.again': 'Coba lagi',
  'update.title': 'Versi baru Awan sudah siap',
  'update.now': 'Muat ulang',

  'session.ended': 'Anda telah keluar',
  'session.ended.text':
    'Itu terjadi di tab lain, di perangkat lain, atau karena sesi berakhir. Masuk untuk melanjutkan.',
}
