/** The captcha; a click brings another one. */
export function CaptchaPicture({ image, onRefresh }: { image: string; onRefresh: () => void }) {
  return (
    <button type="button" className="login-captcha" aria-label="看不清，换一张验证码" title="看不清，换一张" onClick={onRefresh}>
      {image && <img src={image} alt="验证码图片" />}
    </button>
  );
}
