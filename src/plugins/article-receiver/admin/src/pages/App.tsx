import { Page } from '@strapi/strapi/admin';
import { Route, Routes } from 'react-router-dom';
import { READ } from '../permissions';
import { DeliveryPage } from './delivery/DeliveryPage';
import { EventLogPage } from './log/EventLogPage';

export default function App() {
  return (
    <Page.Protect permissions={READ}>
      <Routes>
        <Route index element={<EventLogPage />} />
        <Route path="deliveries/:deliveryId" element={<DeliveryPage />} />
        <Route path="*" element={<Page.Error />} />
      </Routes>
    </Page.Protect>
  );
}
