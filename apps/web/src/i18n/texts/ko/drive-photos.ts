import type { texts as english } from '../en/drive-photos.ts'

export const texts: Record<keyof typeof english, string> = {
  'photos.today': '오늘',
  'photos.scrubber': '월별로 이동',
  'photos.choose': '{name} 선택',
  'photos.chooseDay': '{day} 모두 선택',
  'photos.empty': '아직 사진이 없습니다',
  'photos.empty.hint': '모든 폴더의 사진과 동영상이 찍은 날짜순으로 여기에 표시됩니다.',
  'photos.jump': '월 선택',
  'photos.camera': '카메라',
  'photos.size': '사진 크기',
  'photos.sizeIs': '사진 크기: {size}',
  'photos.size.small': '작게',
  'photos.size.medium': '보통',
  'photos.size.large': '크게',
  'photos.add': '사진 추가',
  'photos.folder': '사진',
  'photos.none': '필터와 일치하는 사진이 없습니다',
  'photos.none.hint': '필터를 변경하거나 지우면 더 많은 사진을 볼 수 있습니다.',
  'photos.video': '{name}, 동영상',
  'photos.videoLong': '{name}, 동영상, {length}',
}
