import type { texts as english } from '../en/admin-links.ts'

export const texts: Record<keyof typeof english, string> = {
  'adminLinks.title': 'Tautan',
  'adminLinks.intro':
    'Alamat yang memberi akses tanpa akun. Anda melihat milik siapa, tetapi tidak apa yang dibukanya.',
  'adminLinks.rules': 'Aturan untuk tautan',
  'adminLinks.rules.text':
    'Berlaku untuk tautan yang dibuat atau diubah mulai sekarang. Tanpa tautan, tautan yang sudah ada juga tidak terbuka.',
  'adminLinks.enabled': 'Izinkan tautan',
  'adminLinks.password': 'Setiap tautan memerlukan kata sandi',
  'adminLinks.names': 'Tautan dengan nama sendiri tidak memerlukan kata sandi',
  'adminLinks.days': 'Masa berlaku terlama dalam hari',
  'adminLinks.days.hint': 'Kosong berarti tanpa batas.',
  'adminLinks.days.wrong': 'Ketik bilangan bulat dari 1 sampai 36.500.',
  'adminLinks.all': 'Semua tautan',
  'adminLinks.search': 'Cari tautan',
  'adminLinks.search.hint': 'Orang, judul, atau alamat tautan',
  'adminLinks.show': 'Tampilkan',
  'adminLinks.show.all': 'Semua tautan',
  'adminLinks.show.password': 'Tanpa kata sandi',
  'adminLinks.show.end': 'Tanpa tanggal berakhir',
  'adminLinks.found': '{count, plural, other {# tautan}}',
  'adminLinks.none': 'Belum ada yang membuat tautan',
  'adminLinks.nothing': 'Tidak ada tautan yang cocok',
  'adminLinks.revoke': 'Cabut',
  'adminLinks.revoke.of': 'Cabut tautan {name}',
  'adminLinks.revoke.title': 'Cabut tautan ini?',
  'adminLinks.revoke.text':
    'Tidak ada lagi yang dapat membukanya. {name} melihat di aktivitasnya bahwa administrator mencabutnya.',
  'adminLinks.revoked': 'Tautan dicabut.',
  'adminLinks.hasPassword': 'kata sandi',
  'adminLinks.noPassword': 'tanpa kata sandi',
  'adminLinks.noEnd': 'tanpa tanggal berakhir',
  'adminLinks.until': 'hingga {date}',
  'adminLinks.downloads': '{count, plural, other {# unduhan}}',
  'adminLinks.downloadsOf': '{count} dari {limit} unduhan',
  'adminLinks.inDriveOf': 'di drive {name}',
}
