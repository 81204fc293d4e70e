import type { texts as english } from '../en/drive-offers.ts'

export const texts: Record<keyof typeof english, string> = {
  'offer.title': 'Serahkan “{name}”',
  'offer.title.some': '{count, plural, other {Serahkan # item}}',
  'offer.text':
    'Orang itu menjadi pemilik setelah menerima, dalam 14 hari. Orang yang memiliki akses tetap memilikinya, dan tautan berakhir.',
  'offer.person': 'Pemilik baru',
  'offer.note': 'Pesan (opsional)',
  'offer.keep': 'Saya tetap dapat mengeditnya',
  'offer.do': 'Tawarkan',
  'offer.done': 'Ditawarkan kepada {name}.',
  'offer.one': 'Pilih satu orang yang memiliki akun.',
  'offer.overlap':
    'Item ini sudah ditawarkan, atau folder di atasnya, atau sesuatu di dalamnya. Tarik dulu tawaran itu.',
  'offer.limit': 'Terlalu banyak tawaran yang terbuka. Tunggu sampai sebagian dijawab.',
  'offer.failed': '{name} tidak dapat ditawarkan. {reason}',
  'offer.open': 'Tawaran terbuka',
  'offer.gone': 'Sesuatu di sampah',
  'offer.to': 'Kepada {name}, sampai {day}',
  'offer.takeBack': 'Tarik',
  'offer.takeBack.of': 'Tarik tawaran {name}',
  'offer.takenBack': 'Tawaran telah ditarik.',
}
