import type { texts as english } from '../en/drive-leaving.ts'

export const texts: Record<keyof typeof english, string> = {
  'leaving.title': 'Yang akan hilang bagi orang lain',
  'leaving.intro':
    'Semua yang Anda bagikan berakhir bersama akun Anda. Yang masih diperlukan orang lain dapat dipindahkan ke drive tim lebih dulu.',
  'leaving.none': 'Anda tidak membagikan apa pun, dan setiap drive tim memiliki manajer lain.',
  'leaving.with': 'Dibagikan kepada {names}',
  'leaving.link': 'siapa saja yang punya tautan',
  'leaving.elsewhere': 'Di drive yang tetap ada: hanya akses ini yang berakhir',
  'leaving.choose': 'Pilih {name}',
  'leaving.more': 'Tampilkan lainnya',
  'leaving.move':
    '{count, plural, =0 {Pindahkan ke drive tim} other {Pindahkan # item ke drive tim}}',
  'leaving.offer':
    '{count, plural, =0 {Serahkan kepada seseorang} other {Serahkan # item kepada seseorang}}',
  'leaving.move.title': 'Pindahkan ke drive tim',
  'leaving.move.text':
    'Anggotanya mendapat akses, dan tetap ada saat Anda pergi. Bagikan lagi di sana kepada orang lain yang memerlukannya.',
  'leaving.move.to': 'Drive tim',
  'leaving.move.nowhere':
    'Anda tidak berada di drive tim tempat Anda dapat menambahkan berkas. Minta administrator server ini untuk membuatnya.',
  'leaving.move.do': '{count, plural, other {Pindahkan # item}}',
  'leaving.move.busy': 'Memindahkan ke {name}',
  'leaving.move.keep': 'Anda dapat menutup ini. Server terus bekerja.',
  'leaving.moved': '{count, plural, other {# item telah dipindahkan.}}',
  'leaving.move.failed': '{name} tidak dapat dipindahkan. {reason}',
  'leaving.move.failed.all': 'Item tidak dapat dipindahkan. {reason}',
  'leaving.move.cancelled': 'Pemindahan dibatalkan. Yang sudah dipindahkan ada di drive tim.',
  'leaving.drives': 'Drive tim yang hanya Anda urus',
  'leaving.drives.text':
    'Drive ini tetap ada, tetapi tanpa manajer tidak ada yang dapat menambahkan anggota atau mengosongkan sampahnya.',
  'leaving.appoint': 'Tunjuk manajer',
  'leaving.appoint.of': 'Tunjuk manajer lain untuk {name}',
  'leaving.appoint.text':
    'Manajer dapat melakukan apa saja di drive tim, termasuk membagikan dan menghapusnya.',
  'leaving.appoint.do': 'Jadikan manajer',
  'leaving.appoint.account':
    'Hanya orang yang memiliki akun dan grup yang dapat menjadi manajer: {name}',
  'leaving.appointed': '{name} sekarang memiliki manajer lain.',
}
