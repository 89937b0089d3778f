import type { ReactNode } from 'react';
import { Page } from '@strapi/strapi/admin';
import { Positioned } from '../components/Positioned';
import { Navigate, Route, Routes } from 'react-router-dom';
import { READ, useSeesWaitingOnly } from '../permissions';
import { ADDRESS_OF_LOG, ADDRESS_OF_WAITING } from '../utils/addresses';
import { DeliveryPage } from './delivery/DeliveryPage';
import { DeadLinksPage } from './links/DeadLinksPage';
import { WrongPagesPage } from './links/WrongPagesPage';
import { StartPage } from './StartPage';
import { DecisionsPage } from './waiting/DecisionsPage';
import { PlannedPage } from './waiting/PlannedPage';
import { WaitingPage } from './waiting/WaitingPage';

const ofLog = (page: ReactNode) => <Page.Protect permissions={READ}>{page}</Page.Protect>;

/** What waits is for everybody, as far as they may decide it; the log has a permission of its own. */
export default function App() {
  const seesWaitingOnly = useSeesWaitingOnly();
  const start = seesWaitingOnly ? (
    <Navigate to={ADDRESS_OF_WAITING} replace />
  ) : (
    ofLog(<StartPage />)
  );
  return (
    <Positioned>
      <Routes>
        <Route index element={start} />
        <Route path="waiting" element={<WaitingPage />} />
        <Route path="planned" element={<PlannedPage />} />
        <Route path="decisions" element={<DecisionsPage />} />
        <Route path="links" element={<DeadLinksPage />} />
        <Route path="pages" element={<WrongPagesPage />} />
        <Route path="deliveries/:deliveryId" element={ofLog(<DeliveryPage />)} />
        <Route path="*" element={<Navigate to={ADDRESS_OF_LOG} replace />} />
      </Routes>
    </Positioned>
  );
}
