import type { texts as english } from '../en/obstacles.ts'

export const texts: Record<keyof typeof english, string> = {
  'signIn.second.title': 'Satu langkah lagi',
  'signIn.second.TOTP': 'Taip kod yang dipaparkan oleh aplikasi pengesah anda.',
  'signIn.second.PASSKEY': 'Sahkan dengan kunci laluan akaun ini.',
  'signIn.second.RECOVERY':
    'Taip salah satu kod pemulihan yang anda simpan. Setiap satu berfungsi sekali.',
  'signIn.second.toSend': 'Kami sedang menghantar kod.',
  'signIn.second.none':
    'Tiada langkah kedua anda yang boleh digunakan sekarang. Tanya pengendali pelayan ini.',
  'signIn.second.trust': 'Percayai peranti ini selama 30 hari',
  'signIn.second.other': 'Cara pengesahan lain',
  'signIn.second.method.TOTP': 'Aplikasi pengesah',
  'signIn.second.method.PASSKEY': 'Kunci laluan',
  'signIn.second.method.SMS': 'SMS',
  'signIn.second.method.EMAIL': 'E-mel',
  'signIn.second.method.RECOVERY': 'Kod pemulihan',
  'signIn.second.problem.recoveryMissing': 'Taip kod pemulihan.',
  'signIn.second.problem.expired':
    'Terlalu lama atau terlalu banyak cubaan. Teruskan dengan kod baharu.',
  'signIn.second.problem.tooMany': 'Terlalu banyak cubaan. Tunggu sebentar, atau guna cara lain.',
  'signIn.second.problem.passkey':
    'Kunci laluan ini tidak dapat digunakan di sini. Cuba cara lain.',
  'signIn.state.other': 'Guna akaun lain',
  'signIn.state.unchanged': 'Belum ada apa-apa yang berubah.',
  'signIn.state.pending.title': 'Akaun anda menunggu kelulusan',
  'signIn.state.pending.text':
    'Pengendali pelayan ini menyemak setiap akaun baharu. Sebaik sahaja anda diluluskan, log masuk dengan apa yang telah anda pilih.',
  'signIn.state.inactive.title': 'Akaun anda belum aktif',
  'signIn.state.inactive.text':
    'Akaun ini dibuat semasa orang baharu perlu diluluskan, dan kelulusan itu tidak pernah diberikan. Minta pengendali pelayan ini mengaktifkannya.',
  'signIn.state.locked.title': 'Terlalu banyak kata laluan salah',
  'signIn.state.locked.text':
    'Demi keselamatan akaun anda, kata laluan tidak diterima buat masa ini. Tunggu sebentar, atau guna kod atau kunci laluan.',
  'signIn.state.locked.until':
    'Demi keselamatan akaun anda, kata laluan tidak diterima hingga {time}. Kod atau kunci laluan masih boleh digunakan.',
  'signIn.state.locked.code': 'Log masuk dengan kod',
  'signIn.state.blocked.title': 'Akaun ini dikunci',
  'signIn.state.blocked.text':
    'Akaun dikunci oleh pengendali pelayan ini. Tanya mereka; fail anda masih ada.',
  'signIn.state.frozen.title': 'Akaun ini dibekukan',
  'signIn.state.frozen.text':
    'Akaun tidak dapat digunakan buat masa ini. Cuba lagi nanti, atau tanya pengendali pelayan ini.',
  'signIn.state.review.title': 'Akaun ini sedang disemak',
  'signIn.state.review.text':
    'Seseorang sedang menyemaknya. Anda tidak boleh log masuk sehingga selesai; sementara itu tiada apa-apa dipadam.',
  'signIn.state.deleting.title': 'Akaun ini sedang dipadam',
  'signIn.state.deleting.until':
    'Pada {date} akaun dan segala isinya akan hilang. Sehingga itu anda boleh memulihkannya seperti asal.',
  'signIn.state.deleting.text':
    'Tidak lama lagi akaun dan segala isinya akan hilang. Sehingga itu anda boleh memulihkannya seperti asal.',
  'signIn.state.deleting.final': 'Akaun tidak dapat digunakan atau dipulihkan lagi.',
  'signIn.state.deleting.restore': 'Pulihkan akaun saya',
  'signIn.state.reset.title': 'Pilih kata laluan baharu',
  'signIn.state.reset.text':
    'Kata laluan anda mungkin diketahui orang lain, jadi ia tidak diterima lagi. Kod dan kata laluan baharu membawa anda masuk semula.',
  'signIn.state.reset.go': 'Tetapkan kata laluan baharu',
}
