import { useListedDropsQuery } from '../../api/drop-endpoints.ts';
import { ShopLink } from '../../components/shop-link.tsx';
import { formatMoment } from './drop-texts.ts';

/** The notice of an announced or open drop on the home page: the open one, else the next. */
export function DropNotice() {
  const { data: drops = [] } = useListedDropsQuery();
  const drop = drops.find(({ phase }) => phase === 'open') ?? drops[0];
  if (drop === undefined) return null;
  return (
    <p className="page notice">
      {drop.phase === 'open'
        ? `${drop.title} is open: a limited edition of ${drop.units}. `
        : `${drop.title}, a limited edition of ${drop.units}, opens ${formatMoment(drop.opensAt)}. `}
      <ShopLink to="/drops">{drops.length === 1 ? 'See the drop' : `See all ${drops.length} drops`}</ShopLink>
    </p>
  );
}
