/** The small picture of a line; its place is kept while it loads. Decorative: the name stands beside it. */
export function LinePicture({ image }: { image: string }) {
  return (
    <div className="aspect-[4/5] w-20 shrink-0 overflow-hidden bg-paper-deep">
      {image && (
        <img
          src={image}
          alt=""
          width={80}
          height={100}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
