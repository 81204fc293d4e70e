import type { texts as english } from '../en/drive-tasks.ts'

export const texts: Record<keyof typeof english, string> = {
  'tasks.tray': 'Tugas',
  'tasks.running': '{count, plural, other {# tugas berjalan}}',
  'tasks.finished': '{count, plural, other {# tugas selesai}}',
  'tasks.attention': 'Tidak semuanya berhasil',
  'tasks.collapse': 'Ringkaskan tugas',
  'tasks.expand': 'Tampilkan tugas',
  'tasks.dismiss': 'Tutup tugas',
  'tasks.cancel': 'Batalkan: {name}',
  'tasks.kind.trash': 'Memindahkan ke sampah',
  'tasks.kind.untrash': 'Memulihkan dari sampah',
  'tasks.kind.move': 'Memindahkan berkas',
  'tasks.kind.copy': 'Menyalin berkas',
  'tasks.kind.delete': 'Menghapus permanen',
  'tasks.kind.empty': 'Mengosongkan sampah',
  'tasks.kind.other': 'Pekerjaan pada berkas Anda',

  'tasks.waiting': 'Menunggu',
  'tasks.stopping': 'Menghentikan',
  'tasks.progress': '{done} dari {total}',
  'tasks.doneCount': '{done} selesai',
  'tasks.complete': 'Selesai',
  'tasks.cancelled': 'Dibatalkan',
  'tasks.failed': 'Gagal',
  'tasks.failures': '{count, plural, other {# tidak berhasil}}',
  'tasks.failures.others': '{count} lainnya',

  'tasks.reason.taken': 'Nama ini sudah dipakai di sana.',
  'tasks.reason.gone': 'Sudah tidak ada lagi.',
  'tasks.reason.full': 'Ruang tidak cukup.',
  'tasks.reason.refused': 'Tidak dapat ditaruh di sana.',

  'tasks.announce.done': '{name}: selesai',
  'tasks.announce.some': '{name}: selesai, {count, plural, other {# tidak berhasil}}',
  'tasks.announce.failed': '{name} gagal: {reason}',
  'tasks.announce.cancelled': '{name}: dibatalkan',
}
